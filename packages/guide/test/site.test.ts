import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findDeadLinks } from '../site/dead-links.ts'
import { PAGES, ROOT } from '../site/pages.ts'

describe('the pages of the guide', () => {
  it('are all documents, and each of them has one address', () => {
    const documents = globSync(['docs/**/*.md', 'connectors/**/README.md', 'bench/README.md', '*.md'], { cwd: ROOT })
    expect(documents.filter((file) => !PAGES.has(file))).toEqual([])
    expect(new Set(PAGES.values()).size).toBe(PAGES.size)
  })
})

describe('the check of links', () => {
  const pages = new Map([
    ['index.html', '<a href="/guide/a/b#here">x</a> <a href="/docs">y</a> <a class="z" href="https://example.com/">z</a>'],
    [
      'a/b.html',
      '<h2 id="here">H</h2><h2 id="über-uns">Ü</h2><a href="#here">x</a><a href="#%C3%BCber-uns">x</a><img src="/guide/p.png">',
    ],
    ['a/index.html', '<a href="/guide/">x</a><a href="/guide/a/">x</a><a href="b">x</a>'],
  ])

  it('accepts pages, headings, files, and what is outside of the guide', () => {
    expect(findDeadLinks('/guide/', pages, new Set([...pages.keys(), 'p.png']))).toEqual([])
  })

  it.each([
    ['a page that is not there', '<a href="/guide/c">x</a>', '/guide/c'],
    ['a heading that is not there', '<a class="x" href="/guide/a/b#gone">x</a>', '/guide/a/b#gone'],
    ['a heading that is not on the page itself', '<a href="#gone">x</a>', '#gone'],
    ['a picture that is not there', '<img alt="" src="/guide/gone.png">', '/guide/gone.png'],
  ])('finds %s', (_what, html, link) => {
    const all = new Map([...pages, ['c/d.html', html]])
    expect(findDeadLinks('/guide/', all, new Set([...all.keys(), 'p.png']))).toEqual([`c/d.html: ${link}`])
  })
})
