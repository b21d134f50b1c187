import { expect, it } from 'vitest'
import { endAfter } from './end-after.ts'

const DAY = '2026-11-30'
const begin = (from: string) => ({ day: DAY, from })

it('an event keeps its length when its begin passes its end', () => {
  expect(endAfter(begin('12:00'), { from: '10:00', to: '11:00' })).toEqual({ day: DAY, time: '13:00' })
  expect(endAfter(begin('15:45'), { from: '09:00', to: '09:30' })).toEqual({ day: DAY, time: '16:15' })
})

it('an event that would go on past midnight ends on the next day', () => {
  expect(endAfter(begin('23:30'), { from: '10:00', to: '11:00' })).toEqual({ day: '2026-12-01', time: '00:30' })
  expect(endAfter(begin('23:00'), { from: '10:00', to: '11:00' })).toEqual({ day: '2026-12-01', time: '00:00' })
})

it('an event lasts an hour if its times did not say how long it is', () => {
  expect(endAfter(begin('12:00'), { from: '', to: '11:00' })).toEqual({ day: DAY, time: '13:00' })
  expect(endAfter(begin('12:00'), { from: '11:00', to: '10:00' })).toEqual({ day: DAY, time: '13:00' })
})
