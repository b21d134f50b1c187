import { globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { slugOf } from '../site/anchors.ts'
import { COLORS_FILE, colorClasses, colorRules } from '../site/code-colors.ts'
import { siteLinks } from '../site/links.ts'
import { addressOf, PAGES, ROOT, sidebar } from '../site/pages.ts'
import { plainEmptyHeadings } from '../site/tables.ts'
import { themeFixes } from '../site/theme-fixes.ts'

/** The product serves the guide here. Another base is for a site of its own, such as `/0.1.0/`. */
const BASE = process.env.GUIDE_BASE ?? '/guide/'
const isServed = BASE === '/guide/'
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }

/** Pages of names and numbers, which would only be found by accident. */
const NOT_SEARCHED = new Set(['licenses.md'])

export default defineConfig({
  base: BASE,
  lang: 'en-US',
  title: 'Rollcall',
  description: 'The guide of Rollcall, a self-hosted workplace data service',
  head: [['link', { rel: 'icon', href: `${BASE}logo.svg`, type: 'image/svg+xml' }]],
  srcDir: ROOT,
  srcExclude: globSync('**/*.md', { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] }).filter(
    (file) => !PAGES.has(file),
  ),
  rewrites: Object.fromEntries(PAGES),
  cleanUrls: true,
  // Turning off transitions while the colors change would take a style within the page.
  appearance: { disableTransition: false },
  // The data of all pages in one file, because the policy of the service allows no script within a page.
  metaChunk: true,
  markdown: {
    anchor: { slugify: slugOf },
    languageAlias: { mts: 'ts' },
    codeTransformers: [colorClasses],
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => {
      siteLinks(md, { isServed })
      plainEmptyHeadings(md)
    },
  },
  themeConfig: {
    logo: '/logo.svg',
    siteTitle: 'Rollcall guide',
    search: {
      provider: 'local',
      options: {
        // The name of the button is what it shows, with the key.
        translations: { button: { buttonText: 'Search', buttonAriaLabel: '' } },
        _render: (source, env, md) => (NOT_SEARCHED.has(env.relativePath) ? '' : md.render(source, env)),
      },
    },
    nav: [
      { text: 'Tour', link: addressOf('docs/tour.md') as string },
      { text: `Version ${version}`, link: addressOf('CHANGELOG.md') as string },
    ],
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    externalLinkIcon: true,
  },
  buildEnd: ({ outDir }) => writeFile(join(outDir, COLORS_FILE), colorRules()),
  vite: {
    publicDir: join(import.meta.dirname, '../public'),
    build: { chunkSizeWarningLimit: 700 },
    plugins: [themeFixes()],
  },
})
