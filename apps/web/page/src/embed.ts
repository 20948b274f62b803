// SPDX-License-Identifier: MIT
// <covey-flock preset="torus-0" theme="dark" controls>: a flock in another page.
import { Engine, Viewer } from './engine.js';
import { drawOn } from './stage.js';

let count = 0;
let engine: Engine | undefined;

class Flock extends HTMLElement {
  static observedAttributes = ['preset', 'theme', 'speed'];
  private viewer: Viewer | undefined;

  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    root.innerHTML = `<style>
:host { display: flex; flex-direction: column; aspect-ratio: 16 / 9; min-height: 120px }
canvas { width: 100%; min-height: 0; flex: 1; display: block }
div { display: flex; gap: 4px; padding: 4px; background: #8883 }
button { font: 14px system-ui, sans-serif; min-width: 44px; min-height: 36px }
p { margin: 0; padding: 8px; font: 16px system-ui, sans-serif; white-space: pre-wrap; background: Canvas; color: CanvasText }
</style><canvas role="img"></canvas><p role="alert" hidden></p>`;
    const canvas = root.querySelector('canvas')!;
    engine ??= new Engine();
    const viewer = new Viewer(engine, `embed-${++count}`);
    this.viewer = viewer;
    canvas.setAttribute('aria-label', `A flock: ${this.getAttribute('preset') ?? 'torus-0'}`);
    void engine.ready.then(() => {
      drawOn(viewer, canvas);
      void this.open();
      const watcher = new IntersectionObserver(([entry]) => (entry?.isIntersecting ? viewer.start() : viewer.stop()));
      watcher.observe(this);
    });
    if (this.hasAttribute('controls')) this.addControls(root, viewer);
  }

  private addControls(root: ShadowRoot, viewer: Viewer): void {
    const row = root.appendChild(document.createElement('div'));
    for (const [name, shown] of [['pause', 'pause / run'], ['restart', 'restart'], ['new', 'new']] as const) {
      const button = row.appendChild(document.createElement('button'));
      button.type = 'button';
      button.textContent = shown;
      button.onclick = () => viewer.press(name);
    }
  }

  private async open(): Promise<void> {
    const viewer = this.viewer;
    const opened = await viewer?.open(this.getAttribute('preset') ?? 'torus-0', undefined, {
      theme: this.getAttribute('theme') === 'dark' ? 1 : 0,
      speed: Number(this.getAttribute('speed')) || 30,
    });
    const failure = viewer?.failure.value;
    const said = this.shadowRoot?.querySelector('p');
    if (!said || opened === undefined) return;
    said.hidden = failure === undefined;
    said.textContent = failure === undefined ? '' : failure.report || failure.message;
  }

  attributeChangedCallback(): void {
    if (this.viewer !== undefined && engine !== undefined) void engine.ready.then(() => this.open());
  }

  disconnectedCallback(): void {
    this.viewer?.close();
    this.viewer = undefined;
  }
}

customElements.define('covey-flock', Flock);
