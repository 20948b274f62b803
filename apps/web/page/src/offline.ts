// SPDX-License-Identifier: MIT
// Registers the service worker, which keeps the page for use without a network, and has it keep the
// documentation, too, unless the reader's browser asks to save data.
export async function keepOffline(worker: URL): Promise<void> {
  if (!('serviceWorker' in navigator) || !isSecureContext) return;
  try {
    await navigator.serviceWorker.register(worker);
    const { active } = await navigator.serviceWorker.ready;
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (connection?.saveData !== true) active?.postMessage('docs');
  } catch {
    // a browser that keeps nothing, as in a private window: the page runs all the same
  }
}
