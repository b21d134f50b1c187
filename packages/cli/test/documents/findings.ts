import { findWrongCommands } from './commands.ts'
import { findWrongEndpoints } from './endpoints.ts'
import { findWrongLinks } from './links.ts'
import { findWrongNames } from './names.ts'
import type { Page, Piece } from './pages.ts'
import { findWrongPaths } from './paths.ts'
import type { Repository } from './repository.ts'

/** Looks at one piece of a page, and says what in it does not exist. */
export type Check = (piece: Piece, page: Page, repository: Repository) => string[]

const CHECKS: readonly Check[] = [findWrongLinks, findWrongPaths, findWrongCommands, findWrongEndpoints, findWrongNames]

/** Everything that a page names and that does not exist, as `page:line: what`. */
export const findWrongClaims = (page: Page, repository: Repository): string[] =>
  page.pieces.flatMap((piece) =>
    CHECKS.flatMap((check) => check(piece, page, repository)).map((what) => `${page.path}:${piece.line}: ${what}`),
  )
