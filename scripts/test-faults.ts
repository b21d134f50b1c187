/** `npm run test:faults`: runs the tests of faults at full size. Further arguments go to Vitest. */
process.env.ROLLCALL_FAULTS = 'long'
process.argv.splice(2, 0, 'run', '--project', 'faults')
await import(new URL('../node_modules/vitest/vitest.mjs', import.meta.url).href)
