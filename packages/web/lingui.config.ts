import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { LOCALES, patternsOf, WORDS } from './src/language/files-of-words.ts'

/** `npm run words -w @rollcall/web` collects the words of the app in a file for each language and part of the app. */
export default defineConfig({
  rootDir: import.meta.dirname,
  sourceLocale: 'en',
  locales: [...LOCALES],
  catalogs: [...new Map(Object.values(WORDS).flatMap((group) => Object.entries<readonly string[]>(group)))].map(
    ([name, paths]) => {
      const { include, exclude } = patternsOf(paths)
      const inSource = (pattern: string) => `<rootDir>/src/${pattern}`
      return {
        path: `<rootDir>/src/language/{locale}/${name}`,
        include: include.map(inSource),
        exclude: ['**/*.test.ts', ...exclude.map(inSource)],
      }
    },
  ),
  // Places of words without line numbers, which would change with every change of a file.
  format: formatter({ lineNumbers: false }),
})
