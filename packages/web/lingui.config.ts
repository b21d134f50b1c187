import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { LOCALES, WORDS } from './src/language/files-of-words.ts'

/** `npm run words -w @rollcall/web` collects the words of the app in a file for each language and part of the app. */
export default defineConfig({
  rootDir: import.meta.dirname,
  sourceLocale: 'en',
  locales: [...LOCALES],
  catalogs: Object.entries({ ...WORDS.first, ...WORDS.me, ...WORDS.account, ...WORDS.office }).map(([name, folders]) => ({
    path: `<rootDir>/src/language/{locale}/${name}`,
    include: folders.map((folder) => `<rootDir>/src/${folder}/**/*.{ts,tsx}`),
    exclude: ['**/*.test.ts'],
  })),
  // Places of words without line numbers, which would change with every change of a file.
  format: formatter({ lineNumbers: false }),
})
