# SPDX-License-Identifier: MIT
# Hashes for agents, and a subroutine for each rule.
use strict;
use warnings;
$| = 1;

my ($rc, $rs, $fmax, $ra, $kc, $ks, $ka, $n) = split ' ', scalar <STDIN>;
my @birds;
for my $k (1 .. $n) {
    my ($x, $y, $vx, $vy) = split ' ', scalar <STDIN>;
    push @birds, {id => $k, x => $x, y => $y, vx => $vx, vy => $vy};
}

sub distance {
    my ($p, $q) = @_;
    return sqrt(($p->{x} - $q->{x})**2 + ($p->{y} - $q->{y})**2);
}

sub cohesion {
    my ($me) = @_;
    my @near = grep { $_->{id} != $me->{id} && distance($_, $me) <= $rc } @birds;
    return (0, 0) if !@near || $rc == 0;
    my ($x, $y) = (0, 0);
    for (@near) {
        $x += $_->{x};
        $y += $_->{y};
    }
    $x = $x / @near - $me->{x};
    $y = $y / @near - $me->{y};
    return ($x / $rc, $y / $rc);
}

sub separation {
    my ($me) = @_;
    my ($x, $y) = (0, 0);
    for my $other (@birds) {
        my $d = distance($other, $me);
        next if $d == 0 || $d > $rs;
        $x += ($me->{x} - $other->{x}) / $d**2;
        $y += ($me->{y} - $other->{y}) / $d**2;
    }
    my $size = sqrt($x * $x + $y * $y);
    if ($size > $fmax) {
        $x *= $fmax / $size;
        $y *= $fmax / $size;
    }
    return ($x, $y);
}

sub alignment {
    my ($me) = @_;
    my ($x, $y, $count) = (0, 0, 0);
    for my $other (@birds) {
        if (distance($other, $me) <= $ra) {
            $x += $other->{vx};
            $y += $other->{vy};
            $count++;
        }
    }
    return ($x / $count, $y / $count);
}

while (my $line = <STDIN>) {
    next unless $line =~ /\S/;
    my $dt = $line + 0;
    my @moved;
    for my $me (@birds) {
        my @c = cohesion($me);
        my @s = separation($me);
        my @a = alignment($me);
        my %new = %$me;
        $new{vx} += ($kc * $c[0] + $ks * $s[0] + $ka * $a[0]) * $dt;
        $new{vy} += ($kc * $c[1] + $ks * $s[1] + $ka * $a[1]) * $dt;
        $new{x} += $new{vx} * $dt;
        $new{y} += $new{vy} * $dt;
        push @moved, \%new;
    }
    @birds = @moved;
    printf "%.3f %.3f %.3f %.3f\n", @{$_}{qw(x y vx vy)} for @birds;
}
