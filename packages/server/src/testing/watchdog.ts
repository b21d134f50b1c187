import { clearRun } from './clear-run.ts'

// The process that runs the tests holds the other end of standard input, which closes when that process ends, even by kill -9.
process.stdin.resume()
process.stdin.once('close', () => void clearRun(process.argv.slice(2)))
// Ctrl+C at the terminal is meant for the tests only.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
