import type { Check } from './findings.ts'

/** Programs, settings and files of others. */
const FOREIGN = new Set(['archive_command', 'declarative_component_schema', 'pg_basebackup', 'pg_upgrade', 'rX'])

/** A word that only code has: with an underscore, a capital letter within, or capital letters alone and an underscore. */
const NAME = /\b(?:[a-z]+[a-z0-9]*[A-Z]\w*|\w+_\w+)\b/g

/** Environment variables, fields, functions, settings and error codes in inline code: each stands in some source. */
export const findWrongNames: Check = ({ kind, text }, page, { words }) => {
  if (kind === 'block')
    return [...text.matchAll(/\bROLLCALL_\w+/g)].flatMap(([name]) => (words.has(name) ? [] : [`no source knows ${name}`]))
  const migrations = [...text.matchAll(/\bmigrations? (\d{4})/g)].flatMap(([, number]) =>
    [...words].some((word) => word.startsWith(`${number}-`) && /\.(sql|ts)$/.test(word))
      ? []
      : [`there is no migration ${number}`],
  )
  if (kind === 'text' || page.path === 'docs/style.md') return migrations
  return [...text.matchAll(NAME)].flatMap(([name]) => (words.has(name) || FOREIGN.has(name) ? [] : [`no source knows ${name}`]))
}
