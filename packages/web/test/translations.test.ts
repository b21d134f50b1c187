import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatter } from '@lingui/format-po'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'
import { LOCALES, WORDS } from '../src/language/files-of-words.ts'

interface Translation {
  readonly id: string
  readonly file: string
  readonly message: string
  readonly translation: string
}

const po = formatter()
const read = async (locale: string): Promise<Translation[]> => {
  const all = await Promise.all(
    Object.values(WORDS)
      .flatMap(Object.keys)
      .map(async (name) => {
        const filename = join(import.meta.dirname, '../src/language', locale, `${name}.po`)
        const entries = await po.parse(await readFile(filename, 'utf8'), { locale, sourceLocale: 'en', filename })
        return Object.entries(entries).map(([id, { message = '', translation = '' }]) => ({
          id,
          file: name,
          message,
          translation,
        }))
      }),
  )
  return all.flat()
}

/** What varies in a message, and its tags; the ways of counting differ by language. */
const variablesOf = (compiled: CompiledMessage): string[] =>
  compiled.flatMap((token) => {
    if (typeof token === 'string') return [...token.matchAll(/<\/?\d+\/?>/g)].map(([tag]) => tag)
    const [name, , choices] = token
    const inner = choices && typeof choices === 'object' ? Object.values(choices).filter(Array.isArray) : []
    return [name, ...inner.flatMap((choice) => variablesOf(choice as CompiledMessage))]
  })

const differing = ({ message, translation }: Translation): boolean => {
  const [own, original] = [translation, message].map((text) => new Set(variablesOf(compileMessageOrThrow(text))))
  return own?.symmetricDifference(original ?? new Set()).size !== 0
}

describe.each(LOCALES)('the translations to %s', (locale) => {
  it('are complete, and mention what the English ones do', async () => {
    const all = await read(locale)
    expect(all.length).toBeGreaterThan(2_500)
    expect(all.filter(({ translation }) => translation === '').map(({ file, message }) => [file, message])).toEqual([])
    expect(all.filter((each) => differing(each)).map(({ file, translation }) => [file, translation])).toEqual([])
  })

  it('of one message are the same in all files, of which the last one read would win', async () => {
    const byId = Map.groupBy(await read(locale), ({ id }) => id)
    const various = [...byId.values()].filter((same) => new Set(same.map(({ translation }) => translation)).size > 1)
    expect(various.map((same) => same.map(({ file, translation }) => `${file}: ${translation}`))).toEqual([])
  })
})
