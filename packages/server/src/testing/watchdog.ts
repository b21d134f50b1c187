import { clearRun } from './clear-run.ts'

// The other end of standard input is held by the process that runs the tests: it closes when that one ends, even by kill -9.
process.stdin.resume()
process.stdin.once('close', () => void clearRun(process.argv.slice(2)))
// Ctrl+C at the terminal is for the tests.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
