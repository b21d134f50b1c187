import { expect, test, vi } from 'vitest'
import { untilInterrupted } from '../../src/load/run-load.ts'

test.each([
  ['is done all the same', async () => {}, []],
  ['stops', async (signal: AbortSignal) => signal.throwIfAborted(), ['Stopped.\n']],
  ['fails over it', () => Promise.reject(new Error('no connection')), ['Stopped.\n']],
])('after Ctrl+C a command whose work %s ends with 130', async (_, end, output) => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const before = process.exitCode
  await untilInterrupted('Stopped.', async (signal) => {
    process.emit('SIGINT')
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    // As `verify` does if there are differences.
    process.exitCode = 1
    await end(signal)
  })
  const { exitCode } = process
  process.exitCode = before
  const texts = written.mock.calls.map(([text]) => text)
  written.mockRestore()
  expect([exitCode, texts]).toEqual([130, output])
})
