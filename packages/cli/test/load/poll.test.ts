import { expect, test, vi } from 'vitest'
import { pollRegularly } from '../../src/load/poll.ts'

test('a failed poll is reported and tried again at the next interval, until stopped', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  const stopping = new AbortController()
  let polls = 0
  const poll = async () => {
    polls += 1
    if (polls === 2) throw new Error('not now')
    if (polls === 4) stopping.abort()
  }
  await expect(pollRegularly({ everyMs: 20, signal: stopping.signal, poll })).rejects.toThrow(/abort/)
  expect(polls).toBe(4)
  expect(told.mock.calls.map(([text]) => text)).toEqual([expect.stringMatching(/^rollcall: not now; trying again in/)])
  told.mockRestore()
})

test('a failure of the first poll is thrown, so that the user sees immediately that it cannot work', async () => {
  const poll = async () => {
    throw new Error('wrong address')
  }
  await expect(pollRegularly({ everyMs: 20, signal: new AbortController().signal, poll })).rejects.toThrow('wrong address')
})
