import { lingui } from '@lingui/vite-plugin'
import { ENDPOINTS } from '@rollcall/contract'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { typeface } from './fonts.ts'
import { macros } from './macros.ts'
import { smallMantineImports } from './mantine-imports.ts'
import { mantineStyles } from './mantine-styles.ts'
import { LOCALES, WORDS } from './src/language/files-of-words.ts'

const MODULE = 'virtual:endpoints'

/** Method and path of each operation, so that the browser loads neither the schemas nor what validates by them. */
const endpoints = (): Plugin => ({
  name: 'rollcall-endpoints',
  resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
  load(id) {
    if (id !== `\0${MODULE}`) return undefined
    const table = Object.entries(ENDPOINTS).map(([operation, { method, path }]) => [operation, [method, path]])
    return `export const PATHS = ${JSON.stringify(Object.fromEntries(table))}`
  },
})

/** `npm run dev -w @rollcall/web` takes what it shows from a service that runs, the demo's where nothing else is said. */
const SERVICE = process.env.ROLLCALL_URL ?? 'http://127.0.0.1:4600'

/** What every page needs is one file: it compresses better than the ninety that the pages would share otherwise. */
const FIRST = { name: 'app', tags: ['$initial' as const] }

/** So is what the home of an employee needs further, of which other pages share much. */
const HOME = { name: 'home', test: /\/src\/pages\/home\/(?:home-page|mine\/|shared\/)/ }

/** Translations are loaded in groups, and each group is one file. */
const WORD_FILES = Object.entries(WORDS).flatMap(([group, names]) =>
  LOCALES.map((locale) => ({
    name: `words-${locale}-${group}`,
    test: new RegExp(`language/${locale}/(?:${Object.keys(names).join('|')})\\.po$`),
  })),
)

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    macros(),
    lingui({ cwd: import.meta.dirname }),
    react(),
    endpoints(),
    mantineStyles(),
    smallMantineImports(),
    typeface(),
  ],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: { codeSplitting: { groups: [...WORD_FILES, FIRST, HOME] } },
    },
  },
  server: { proxy: Object.fromEntries(['/api', '/v1', '/docs', '/guide', '/openapi.json'].map((path) => [path, SERVICE])) },
})
