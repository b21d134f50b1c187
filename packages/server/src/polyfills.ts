/**
 * Adds what the service uses of JavaScript and what Node 22 and 24 lack. Modules use it only inside of functions, which
 * run after this has loaded. Each polyfill is loaded only where it is missing, so nothing is loaded on Node 26.
 */
const define = (name: string, value: unknown): void =>
  void Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })

if (!('Temporal' in globalThis)) define('Temporal', (await import('temporal-polyfill')).Temporal)
if (!('AsyncDisposableStack' in globalThis)) {
  define('AsyncDisposableStack', (await import('@whatwg-node/disposablestack')).AsyncDisposableStack)
}
