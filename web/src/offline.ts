// The page without a network: hands public/sw.js to the browser.

/** Only in the built client, and only where browsers allow it: on https or on this very machine. */
export async function register(built: boolean = import.meta.env.PROD): Promise<boolean> {
  if (!built || !isSecureContext || !("serviceWorker" in navigator)) return false;
  try {
    await navigator.serviceWorker.register("/sw.js");
    return true;
  } catch {
    // Private windows and locked-down browsers may refuse; the page works without it.
    return false;
  }
}
