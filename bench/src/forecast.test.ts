import { describe, expect, it } from 'vitest'
import { HABITS, simulateOffices } from './forecast-company.ts'
import { guessDays, meanOf } from './forecast-errors.ts'

describe('the forecast of a simulated company', () => {
  const officesOf = simulateOffices({ seed: 7, employees: 150, startDay: '2026-01-05', days: 63 })

  it.each(HABITS)('is closer than the same weekday of last week, with plans known %s', (habit) => {
    const guesses = officesOf(habit).flatMap(guessDays)
    const [forecast, lastWeek] = [meanOf(guesses, (guess) => guess.forecast), meanOf(guesses, (guess) => guess.lastWeek)]
    expect(forecast).toBeLessThan(0.85 * lastWeek)
    expect(meanOf(guesses, ({ isInBand }) => Number(isInBand))).toBeGreaterThan(0.75)
  })

  it('is closer than the plans as they are', () => {
    const guesses = officesOf('two weeks ahead').flatMap(guessDays)
    expect(meanOf(guesses, (guess) => guess.forecast)).toBeLessThan(meanOf(guesses, (guess) => guess.plans))
  })
})
