// SPDX-License-Identifier: MIT
// covey completion: scripts for bash, zsh and fish, made from the command and option tables.
#include "commands.h"

#include <covey/scenario.h>

#include <stdio.h>
#include <string.h>

static void print_word(void *context, const char *choice, size_t size)
{
    (void)context;
    printf(" %.*s", (int)size, choice);
}

/// Writes a text for a place in single quotes, which are closed for a quote inside; a backslash
/// precedes each of the letters `special`.
static void print_text(const char *text, const char *special)
{
    for (; *text != '\0'; text++) {
        if (strchr(special, *text) != NULL)
            putchar('\\');
        printf(*text == '\'' ? "'\\''" : "%c", *text);
    }
}

static bool takes_operands(const command *row)
{
    return row->operand_choices != NULL || row->operands_are_commands || row->operands_are_presets;
}

static void print_operands(const command *self)
{
    choices_each(self->operand_choices, print_word, NULL);
    for (const command *row = commands; row->name != NULL && self->operands_are_commands; row++)
        printf(" %s", row->name);
    const covey_preset *preset;
    for (int k = 0; self->operands_are_presets && (preset = covey_preset_at(k)) != NULL; k++)
        printf(" %s", preset->name);
}

static bool takes_file(const option *row)
{
    return row->argument != NULL &&
           (strcmp(row->argument, "FILE") == 0 || strcmp(row->argument, "DIR") == 0);
}

// ---- bash ----

/// Writes the words that may follow the option.
static void bash_option(const option *o)
{
    if (o->argument == NULL)
        return;
    printf("                --%s", o->name);
    if (o->letter != '\0')
        printf("|-%c", o->letter);
    if (o->choices != NULL) {
        printf(") words=\"");
        choices_each(o->choices, print_word, NULL);
        printf("\" ;;\n");
    } else {
        printf(takes_file(o) ? ") files=1 ;;\n" : ") return ;;\n");
    }
}

static void bash_command(const command *row)
{
    printf("        %s)\n            case $previous in\n", row->name);
    for (const option *o = row->options; o->name != NULL; o++)
        bash_option(o);
    printf("                *) %swords=\"--help", row->operands_are_files ? "files=1 " : "");
    for (const option *o = row->options; o->name != NULL; o++)
        printf(" --%s", o->name);
    print_operands(row);
    printf("\" ;;\n            esac ;;\n");
}

static void print_bash(void)
{
    printf("# completion of covey for bash, made by: covey completion bash\n"
           "_covey()\n{\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
           "    local words='' files=''\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words=\"--help --version");
    for (const command *row = commands; row->name != NULL; row++)
        printf(" %s", row->name);
    printf("\"\n    else\n        case ${COMP_WORDS[1]} in\n");
    for (const command *row = commands; row->name != NULL; row++)
        bash_command(row);
    printf("        esac\n    fi\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
           "    if [ -n \"$files\" ]; then\n"
           "        compopt -o filenames 2>/dev/null\n"
           "        mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -f -- \"$word\")\n"
           "    fi\n}\n"
           "complete -F _covey covey\n");
}

// ---- zsh ----

/// Writes the names of the option, its text, and the hint and choices of its value.
static void zsh_option(const option *o)
{
    if (o->letter != '\0')
        printf("{-%c,--%s}'[", o->letter, o->name);
    else
        printf("'--%s[", o->name);
    print_text(o->text, "[]");
    printf("]");
    if (o->argument != NULL) {
        printf(":");
        print_text(o->argument, ":");
        printf(takes_file(o) ? ":_files" : ":");
    }
    if (o->choices != NULL) {
        printf("(");
        choices_each(o->choices, print_word, NULL);
        printf(")");
    }
    printf("'");
}

static void zsh_command(const command *row)
{
    printf("        %s) _arguments '--help[explain this command]'", row->name);
    for (const option *o = row->options; o->name != NULL; o++) {
        printf(" \\\n            %s", o->repeats ? "'*'" : "");
        zsh_option(o);
    }
    if (row->operands_are_presets) {
        printf(" \\\n            '*:%s:{_alternative \"presets:preset:(", row->operands);
        print_operands(row);
        printf(")\" \"files:file:_files\"}'");
    } else if (takes_operands(row)) {
        printf(" \\\n            '*:%s:(", row->operands);
        print_operands(row);
        printf(")'");
    } else if (row->operands_are_files) {
        printf(" \\\n            '*:%s:_files'", row->operands);
    }
    printf(" ;;\n");
}

static void print_zsh(void)
{
    printf("#compdef covey\n# made by: covey completion zsh\n"
           "_covey()\n{\n"
           "    if (( CURRENT == 2 )); then\n        local -a commands=(");
    for (const command *row = commands; row->name != NULL; row++) {
        printf("\n            '%s:", row->name);
        print_text(row->summary, "");
        printf("'");
    }
    printf(")\n        _describe command commands\n        return\n    fi\n"
           "    local chosen=${words[2]}\n    shift words\n    (( CURRENT-- ))\n"
           "    case $chosen in\n");
    for (const command *row = commands; row->name != NULL; row++)
        zsh_command(row);
    printf("    esac\n}\n_covey \"$@\"\n");
}

// ---- fish ----

static void fish_command(const command *row)
{
    printf("complete -c covey -n __fish_use_subcommand -f -a %s -d '", row->name);
    print_text(row->summary, "");
    printf("'\n");
    for (const option *o = row->options; o->name != NULL; o++) {
        printf("complete -c covey -n '__fish_seen_subcommand_from %s' -l %s -d '", row->name,
               o->name);
        print_text(o->text, "");
        printf("'");
        if (o->letter != '\0')
            printf(" -s %c", o->letter);
        if (o->choices != NULL) {
            printf(" -x -a '");
            choices_each(o->choices, print_word, NULL);
            printf("'");
        } else if (o->argument != NULL) {
            printf(takes_file(o) ? " -r" : " -x");
        }
        printf("\n");
    }
    if (takes_operands(row)) {
        printf("complete -c covey -n '__fish_seen_subcommand_from %s'%s -a '", row->name,
               row->operands_are_files ? "" : " -f");
        print_operands(row);
        printf("'\n");
    }
}

static void print_fish(void)
{
    printf("# completion of covey for fish, made by: covey completion fish\n");
    for (const command *row = commands; row->name != NULL; row++)
        fish_command(row);
}

int completion_run(const command *self, const options *given)
{
    if (given->operand_count != 1) {
        (void)fprintf(stderr, "covey %s: which shell? one of %s\n", self->name, self->operands);
        return EXIT_USAGE;
    }
    const char *shell = given->operands[0];
    if (strcmp(shell, "bash") == 0)
        print_bash();
    else if (strcmp(shell, "zsh") == 0)
        print_zsh();
    else
        print_fish();
    return 0;
}
