import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startTestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import type { Answer } from '../http/support/send.ts'
import { changePassword, signInAs, WRONG } from './support.ts'

/** A user, and a service that has seen no attempt: attempts are remembered per account and per address. */
const start = async () => {
  await using stack = new AsyncDisposableStack()
  const service = stack.use(await startTestService({ trustProxy: 1 }))
  const user = await service.signIn((await service.createOrganization()).id)
  const attempt = (address: string, password?: string) => signInAs(service, user.userName, { password, headers: from(address) })
  const guess = (address: string) => attempt(address, WRONG)
  const running = stack.move()
  return {
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
/** Ten failures cost nothing, one attempt is checked, three wait for it; on a slow machine one or the other comes after it. */
const FEW = 10 + 1 + 3 + 6

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

// They wait most of the time.
describe.concurrent('guessing a password many times at once', () => {
  it('has few guesses checked and the others refused, and the right password works afterwards', async () => {
    await using guessing = await start()
    const { guessAtOnce, right } = guessing
    const answers = await Promise.all(guessAtOnce(100, () => STRANGER))
    expect(checkedOf(answers)).toBeGreaterThanOrEqual(10)
    expect(checkedOf(answers)).toBeLessThanOrEqual(FEW)
    expect((await right(STRANGER)).status).toBe(201)
  })

  it('is refused from many addresses as well', async () => {
    await using guessing = await start()
    const { guessAtOnce } = guessing
    const answers = await Promise.all(guessAtOnce(100, (index) => `198.51.100.${index}`))
    expect(checkedOf(answers)).toBeLessThanOrEqual(FEW + 10)
  })

  it('is refused to a session that guesses the current password', async () => {
    await using guessing = await start()
    const { service, user } = guessing
    const attempt = () => changePassword(service, user.headers, WRONG, 'another right password')
    expect(checkedOf(await Promise.all(Array.from({ length: 50 }, attempt)))).toBeLessThanOrEqual(FEW)
  })

  it('does not keep the user out: other addresses take turns with those that guess', async ({ expect }) => {
    await using guessing = await start()
    const { guess, guessAtOnce, right } = guessing
    await Promise.all(guessAtOnce(20, () => STRANGER))
    const guesses = guessAtOnce(4, () => STRANGER)
    let answered = 0
    for (const one of guesses) void one.then(() => answered++)
    await expect.poll(() => refusedSoFar(guess(STRANGER))).toBe(429)
    expect((await right('203.0.113.1')).status).toBe(201)
    expect(answered).toBeLessThan(guesses.length)
    await Promise.all(guesses)
  })

  it('does not hold up the user where they signed in from before', async () => {
    await using guessing = await start()
    const { guessAtOnce, right } = guessing
    const home = '203.0.113.1'
    expect((await right(home)).status).toBe(201)
    await Promise.all(guessAtOnce(20, () => STRANGER))
    const guesses = guessAtOnce(4, (index) => `198.51.100.${index}`)
    let answered = 0
    for (const one of guesses) void one.then(({ status }) => status === 401 && answered++)
    expect((await right(home)).status).toBe(201)
    expect(answered).toBeLessThanOrEqual(2)
    await Promise.all(guesses)
  })

  it('counts for the guessed account only', async () => {
    await using guessing = await start()
    const { service, guessAtOnce } = guessing
    const other = await service.signIn((await service.createOrganization('Other')).id)
    await Promise.all(guessAtOnce(20, () => STRANGER))
    expect((await signInAs(service, other.userName, { headers: from(STRANGER) })).status).toBe(201)
  })
})

/** Returns whether it was refused at once; a waiting guess is not repeated. */
const refusedSoFar = async (attempt: Promise<Answer>): Promise<number> =>
  Promise.race([attempt.then(({ status }) => status), delay(500, 0)])
