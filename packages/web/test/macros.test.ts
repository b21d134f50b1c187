import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, it } from 'vitest'
import { withoutMacros } from '../macros.ts'

const made = (words: string): string => withoutMacros(`import { msg, t } from '@lingui/core/macro'\n${words}`, 'words.ts')

/** The message in the code that the build makes of one macro. */
const messageOf = (words: string): unknown => {
  const [, message = ''] = /message: (.*?)(?:, (?:context|values): .*)? \}\);?$/s.exec(made(words).trim()) ?? []
  return new Function(`return ${message}`)()
}

it('the build compiles a message in which something varies, and leaves another one as it is', () => {
  expect(messageOf('msg`Book a desk`')).toBe('Book a desk')
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the code of a macro.
  expect(messageOf('msg`Desk ${name} in ${zone}`')).toEqual(['Desk ', ['name'], ' in ', ['zone']])
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the code of a macro.
  expect(messageOf("t({ message: `${first} to ${last}`, context: 'range' })")).toEqual([['first'], ' to ', ['last']])
  expect(made(`const other = { id: 'a', message: '{name}' }`)).toContain(`'{name}'`)
})

it('a compiled message reads as one that is compiled when it is shown', () => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  i18n.setMessagesCompiler(compileMessage)
  for (const count of [0, 1, 2, 1_000]) {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the code of a macro.
    const words = "msg`Free: ${plural(count, { 0: 'no desk', one: '# desk', other: '# desks' })}`"
    const code = withoutMacros(`import { msg, plural } from '@lingui/core/macro'\n${words}`, 'words.ts')
    const [, message = ''] = /message: (.*), values: /s.exec(code) ?? []
    const compiled = new Function(`return ${message}`)()
    const text = '{count, plural, =0 {no desk} one {# desk} other {# desks}}'
    expect(Array.isArray(compiled)).toBe(true)
    expect(i18n._('words', { count }, { message: compiled })).toBe(i18n._('words', { count }, { message: `Free: ${text}` }))
  }
})
