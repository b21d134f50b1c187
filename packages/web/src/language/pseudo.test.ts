import { expect, test } from 'vitest'
import { accent, pseudo } from './pseudo.ts'

test('a message gets accents in its words and in what it chooses from, and keeps its names and numbers', () => {
  expect(accent('Home')).toEqual([pseudo('Home')])
  const booked = [
    'Booked by <0>',
    ['name'],
    '</0> on ',
    ['count', 'plural', { offset: 0, one: ['#', ' desk'], other: ['#', ' desks'] }],
  ]
  expect(accent(booked as Parameters<typeof accent>[0])).toEqual([
    pseudo('Booked by <0>'),
    ['name'],
    pseudo('</0> on '),
    ['count', 'plural', { offset: 0, one: ['#', pseudo(' desk')], other: ['#', pseudo(' desks')] }],
  ])
  expect(pseudo('Home')).not.toContain('Home')
})
