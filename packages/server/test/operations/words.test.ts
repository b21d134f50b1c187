import { expect, it } from 'vitest'
import { findWords } from '../../../../scripts/words.ts'

const wordsOf = (text: string): string[] => findWords('a.ts', text).map(({ line, word }) => `${line}: ${word}`)

it('names the line and the word, in prose and inside identifiers', () => {
  expect(wordsOf('const faultsOf = 1\n// Nobody is told.\nif (isNoDay(x)) cancelling()')).toEqual([
    '1: faultsOf',
    '2: Nobody',
    '2: is told',
    '3: isNoDay',
    '3: cancelling',
  ])
})

it('lists British spellings, and ignores words that only look like one', () => {
  expect(wordsOf('organisation neighbourhood behaviour colour licence catalogue metre')).toHaveLength(7)
  expect(wordsOf('a precise promise, an enterprise premise, otherwise advised; four hours of presence, called')).toEqual([])
})

it('accepts public names of the contract', () => {
  expect(wordsOf('status: \'cancelled\' "cancelled" `cancelled` costCentre widthMetres')).toEqual([])
  expect(wordsOf('the booking was cancelled')).toEqual(['1: cancelled'])
})
