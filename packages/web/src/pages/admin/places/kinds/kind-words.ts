import { t } from '@lingui/core/macro'
import type { KindName } from './kind.ts'

interface KindWords {
  /** Several of them within a sentence. */
  readonly many: string
  readonly table: string
  /** The button that opens the form, and the title of the form. */
  readonly add: string
  readonly addOne: string
  /** Says that several were added. */
  readonly added: (count: number) => string
  /** Of kinds that have a page. */
  readonly page?: { readonly edit: string; readonly isInactive: string }
  /** Says what happens when it becomes active again. */
  readonly whenActive: string
}

/** Whole sentences of each kind, because other languages give nouns a gender. */
export const WORDS: Readonly<Record<KindName, KindWords>> = {
  building: {
    many: t`buildings`,
    table: t`Table of buildings`,
    add: t`Add buildings`,
    addOne: t`Add a building`,
    added: (count) => t`${count} buildings are added.`,
    page: { edit: t`Edit building`, isInactive: t`This building is inactive and cannot be booked.` },
    whenActive: t`The building can be used again. Bookings that were canceled when it became inactive do not come back.`,
  },
  level: {
    many: t`levels`,
    table: t`Table of levels`,
    add: t`Add levels`,
    addOne: t`Add a level`,
    added: (count) => t`${count} levels are added.`,
    page: { edit: t`Edit level`, isInactive: t`This level is inactive and cannot be booked.` },
    whenActive: t`The level can be used again. Bookings that were canceled when it became inactive do not come back.`,
  },
  zone: {
    many: t`zones`,
    table: t`Table of zones`,
    add: t`Add zones`,
    addOne: t`Add a zone`,
    added: (count) => t`${count} zones are added.`,
    whenActive: t`The zone can be used again. Bookings that were canceled when it became inactive do not come back.`,
  },
  desk: {
    many: t`desks`,
    table: t`Table of desks`,
    add: t`Add desks`,
    addOne: t`Add a desk`,
    added: (count) => t`${count} desks are added.`,
    whenActive: t`The desk can be used again. Bookings that were canceled when it became inactive do not come back.`,
  },
  space: {
    many: t`spaces`,
    table: t`Table of spaces`,
    add: t`Add spaces`,
    addOne: t`Add a space`,
    added: (count) => t`${count} spaces are added.`,
    whenActive: t`The space can be used again. Bookings that were canceled when it became inactive do not come back.`,
  },
  'parking-bay': {
    many: t`parking bays`,
    table: t`Table of parking bays`,
    add: t`Add parking bays`,
    addOne: t`Add a parking bay`,
    added: (count) => t`${count} parking bays are added.`,
    whenActive: t`The parking bay can be used again. Bookings that were canceled when it became inactive do not come back.`,
  },
}
