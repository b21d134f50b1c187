import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Check } from './findings.ts'
import { ROOT } from './pages.ts'

/** Relative links and anchors, with the headings of the page that is linked to. */
export const findWrongLinks: Check = ({ kind, text }, page) =>
  kind !== 'text'
    ? []
    : [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
        if (/^(https?|mailto):/.test(target)) return []
        const [path = '', anchor] = target.split('#')
        const file = path === '' ? join(ROOT, page.path) : join(ROOT, dirname(page.path), path)
        if (path !== '' && !existsSync(file)) return [`the link ${target} leads to no file`]
        if (anchor === undefined || (path !== '' && statSync(file).isDirectory())) return []
        return anchorsOf(path === '' ? page.text : readFileSync(file, 'utf8')).includes(anchor)
          ? []
          : [`the link ${target} leads to no heading`]
      })

/** Anchors as GitHub makes them from headings. */
export const anchorsOf = (text: string): string[] =>
  [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
