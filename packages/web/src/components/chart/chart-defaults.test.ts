import { expect, it } from 'vitest'
import { withDefaults } from './chart-defaults.ts'

it('a bar is never as wide as a chart of one day, and lines stay as they are', () => {
  const bar = { type: 'bar', data: [1] }
  const series = [bar, { type: 'line', data: [1] }]
  const axes = { xAxis: { type: 'category' }, yAxis: { type: 'value' } }
  expect(withDefaults({ ...axes, series }, 0).series).toEqual([
    { ...bar, barMaxWidth: 64 },
    { type: 'line', data: [1] },
  ])
})
