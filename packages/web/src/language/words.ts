import { i18n, type Messages } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { EMPLOYEES, OFFICE } from './files-of-words.ts'
import { IS_PSEUDO, LANGUAGE } from './language.ts'

const FILES = import.meta.glob<{ messages: Messages }>('./*/*.po')

const GROUPS = { employees: EMPLOYEES, office: OFFICE }

const load = async (group: keyof typeof GROUPS): Promise<void> => {
  const files = await Promise.all(Object.keys(GROUPS[group]).map((name) => FILES[`./${LANGUAGE}/${name}.po`]?.()))
  i18n.load(LANGUAGE, Object.assign({}, ...files.map((file) => file?.messages)))
}

/** Before it, words cannot be asked for. English is in the code itself. */
export const startWords = async (): Promise<void> => {
  i18n.setMessagesCompiler(IS_PSEUDO ? (await import('./pseudo.ts')).compilePseudo : compileMessage)
  // A page in English is better than none.
  if (LANGUAGE !== 'en') await load('employees').catch(() => undefined)
  i18n.activate(LANGUAGE)
}

let office: Promise<void> | undefined

/** Pages of managers, administrators and integrators are only loaded with their words. */
export const officeWords = async (): Promise<void> => {
  if (LANGUAGE === 'en') return
  office ??= load('office').catch((error: unknown) => {
    office = undefined
    throw error
  })
  await office
}
