import Type, { type Static } from 'typebox'
import { dailyDataset } from '../datasets/daily.ts'
import { named } from '../schema/atoms.ts'
import { Visit } from './visits.ts'

const { updatedAt: _, ...columns } = Visit.properties

/** A visit as people see it, without the time of its last change: the revision of its segment tells that. */
export const VisitRow = named('VisitRow', Type.Object(columns))
export type VisitRow = Static<typeof VisitRow>

export const readVisits = dailyDataset({
  operation: 'readVisits',
  dataset: 'visits',
  audit: 'dataset.read',
  summary: 'Visits of a range of days',
  description: 'One row per expected visit, canceled ones included, and per visitor who came unannounced, ordered by visitId.',
  row: VisitRow,
})
