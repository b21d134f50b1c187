import { existsSync } from 'node:fs'

/**
 * `npm run test:cells`: runs the tests of the HTTP interface with every test organization in a second database. Further arguments go to
 * Vitest, such as other folders of tests.
 */
process.env.ROLLCALL_TEST_CELLS = '2'
const given = process.argv.slice(2)
// What is no path may be the value of an option, such as the name after -t.
const folders = given.some((each) => existsSync(each)) ? [] : ['packages/server/test/http/']
process.argv.splice(2, given.length, 'run', '--project', 'service', ...folders, ...given)
await import(new URL('../node_modules/vitest/vitest.mjs', import.meta.url).href)
