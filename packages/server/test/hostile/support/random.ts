/** Choices that look random, and are the same ones for the same seed. */
export interface Random {
  /** Returns a number of at least 0 and below 1. */
  next(): number
  /** A whole number from 0, below this one. */
  below(limit: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly T[]): T
}

/** FNV-1a. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value >>> 0
}

/** SplitMix32, started at the seed. */
export const createRandom = (seed: string): Random => {
  let state = hash(seed)
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (choices) => choices[below(choices.length)] as (typeof choices)[number],
  }
}
