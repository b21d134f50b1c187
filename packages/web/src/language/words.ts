import { i18n, type Messages } from '@lingui/core'
import { WORDS } from './files-of-words.ts'
import { IS_PSEUDO, LANGUAGE } from './language.ts'

const FILES = import.meta.glob<{ messages: Messages }>('./*/*.po')

type Group = keyof typeof WORDS

const load = async (group: Group): Promise<void> => {
  const files = await Promise.all(Object.keys(WORDS[group]).map((name) => FILES[`./${LANGUAGE}/${name}.po`]?.()))
  i18n.load(LANGUAGE, Object.assign({}, ...files.map((file) => file?.messages)))
}

/** Before it, words cannot be asked for. English is in the code itself. */
export const startWords = async (): Promise<void> => {
  // The build compiles messages; those in which nothing varies stay texts.
  i18n.setMessagesCompiler((text) => [text])
  if (IS_PSEUDO) (await import('./pseudo.ts')).startPseudo()
  // A page in English is better than none.
  if (LANGUAGE !== 'en') await load('first').catch(() => undefined)
  i18n.activate(LANGUAGE)
}

const loading = new Map<Group, Promise<void>>()

/** Pages whose words are not in the first group are only loaded with them. */
export const wordsOf = async (group: Exclude<Group, 'first'>): Promise<void> => {
  if (LANGUAGE === 'en') return
  const words = loading.get(group) ?? load(group)
  loading.set(group, words)
  // An attempt that failed is not kept.
  await words.catch((error: unknown) => {
    loading.delete(group)
    throw error
  })
}
