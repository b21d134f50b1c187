import { describe, expect, it } from 'vitest'
import { startTestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { createHeldSlowDown } from '../http/support/held-slow-down.ts'
import type { Answer } from '../http/support/send.ts'
import { changePassword, signInAs, WRONG } from './support.ts'

/** A user, and a service that has seen no attempt: attempts are remembered per account and per address. */
const start = async () => {
  await using stack = new AsyncDisposableStack()
  const held = createHeldSlowDown()
  const service = stack.use(await startTestService({ trustProxy: 1, slowDown: held.slowDown }))
  const user = await service.signIn((await service.createOrganization()).id)
  const attempt = (address: string, password?: string) => signInAs(service, user.userName, { password, headers: from(address) })
  const guess = (address: string) => attempt(address, WRONG)
  const running = stack.move()
  return {
    held,
    service,
    user,
    guess,
    right: (address: string) => attempt(address),
    guessAtOnce: (times: number, address: (index: number) => string): Promise<Answer>[] =>
      Array.from({ length: times }, (_, index) => guess(address(index))),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

const from = (address: string) => ({ 'x-forwarded-for': address })

const STRANGER = '198.51.100.1'
/** Ten failures cost nothing, one attempt is checked after its wait, and three wait for it. */
const FEW = 10 + 1 + 3

/** Counts the guesses that were checked; all others were refused. */
const checkedOf = (answers: Answer[]): number => {
  const checked = answers.filter(({ status }) => status === 401)
  for (const answer of checked) expectProblem(answer, 'sign_in_failed')
  for (const answer of answers.filter((each) => !checked.includes(each))) {
    expectProblem(answer, 'too_many_attempts')
    expect(answer.headers['retry-after']).toBe('10')
  }
  return checked.length
}

/** Waits for the answers to attempts that all come before the first wait ends. */
const answersOf = async ({ held }: Awaited<ReturnType<typeof start>>, makeAttempts: () => Promise<Answer>[]) => {
  held.hold()
  const before = held.arrived.length
  const attempts = makeAttempts()
  await expect.poll(() => held.arrived.length - before).toBe(attempts.length)
  held.release()
  return Promise.all(attempts)
}

describe('guessing a password many times at once', () => {
  it('has few guesses checked and the others refused, and the right password works afterwards', async () => {
    await using guessing = await start()
    const { guessAtOnce, right } = guessing
    const answers = await answersOf(guessing, () => guessAtOnce(100, () => STRANGER))
    expect(checkedOf(answers)).toBeGreaterThanOrEqual(10)
    expect(checkedOf(answers)).toBeLessThanOrEqual(FEW)
    expect((await right(STRANGER)).status).toBe(201)
  })

  it('is refused from many addresses as well', async () => {
    await using guessing = await start()
    const { guessAtOnce } = guessing
    const answers = await answersOf(guessing, () => guessAtOnce(100, (index) => `198.51.100.${index}`))
    // Of all addresses together ten attempts wait instead of three.
    expect(checkedOf(answers)).toBeLessThanOrEqual(FEW + 7)
  })

  it('is refused to a session that guesses the current password', async () => {
    await using guessing = await start()
    const { service, user } = guessing
    const attempt = () => changePassword(service, user.headers, WRONG, 'another right password')
    const answers = await answersOf(guessing, () => Array.from({ length: 50 }, attempt))
    expect(checkedOf(answers)).toBeLessThanOrEqual(FEW)
  })

  it('does not keep the user out: other addresses take turns with those that guess', async () => {
    await using guessing = await start()
    const { held, guess, guessAtOnce, right } = guessing
    await answersOf(guessing, () => guessAtOnce(20, () => STRANGER))
    const before = held.checked.length
    held.hold()
    const guesses = guessAtOnce(4, () => STRANGER)
    await expect.poll(() => held.arrived.length).toBe(20 + 4)
    expect((await guess(STRANGER)).status).toBe(429)
    const signingIn = right('203.0.113.1')
    await expect.poll(() => held.arrived).toContain('203.0.113.1')
    held.release()
    expect((await signingIn).status).toBe(201)
    await Promise.all(guesses)
    // The first two were checked or next in turn before the user came.
    expect(held.checked.slice(before)).toEqual([STRANGER, STRANGER, '203.0.113.1', STRANGER, STRANGER])
  })

  it('does not hold up the user where they signed in from before', async () => {
    await using guessing = await start()
    const { held, guessAtOnce, right } = guessing
    const home = '203.0.113.1'
    expect((await right(home)).status).toBe(201)
    await answersOf(guessing, () => guessAtOnce(20, () => STRANGER))
    held.hold()
    const guesses = guessAtOnce(4, (index) => `198.51.100.${index}`)
    await expect.poll(() => held.arrived.length).toBe(1 + 20 + 4)
    expect((await right(home)).status).toBe(201)
    held.release()
    await Promise.all(guesses)
  })

  it('counts for the guessed account only', async () => {
    await using guessing = await start()
    const { service, guessAtOnce } = guessing
    const other = await service.signIn((await service.createOrganization('Other')).id)
    await answersOf(guessing, () => guessAtOnce(20, () => STRANGER))
    expect((await signInAs(service, other.userName, { headers: from(STRANGER) })).status).toBe(201)
  })
})
