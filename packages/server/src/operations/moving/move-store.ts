import { sql } from 'kysely'
import { MAIN } from '../../gate/cells/cell-list.ts'
import type { Db } from '../../platform/db/database.ts'

export type MovePhase = 'capturing' | 'copying' | 'following' | 'switching' | 'switched' | 'confirmed' | 'canceled'

/** A move of an organization, as the control database keeps it. */
export interface Move {
  readonly orgId: string
  readonly moveNo: number
  readonly from: string
  readonly to: string
  readonly phase: MovePhase
  readonly startedAt: Date
  readonly changedAt: Date
  /** Rows that were copied, by part. */
  readonly copied: Readonly<Record<string, number>>
  /** Rows that were compared on both sides, by table. */
  readonly verified: Readonly<Record<string, number>> | null
  /** Changes that were copied after the rows. */
  readonly changes: number
  /** For how long writes were refused. */
  readonly readOnlyMs: number | null
  readonly error: string | null
}

const MOVE = sql`
  org_id as "orgId", move_no as "moveNo", from_cell as from, to_cell as to, phase, started_at as "startedAt",
  changed_at as "changedAt", copied, verified, changes, read_only_ms as "readOnlyMs", error`

/** Returns the moves, newest first: of one organization, or of all. */
export const listMoves = async (control: Db, orgId?: string): Promise<Move[]> => {
  const { rows } = await sql<Move>`
    select ${MOVE}
    from organization_moves
    where ${orgId ?? null}::uuid is null or org_id = ${orgId ?? null}
    order by move_no desc
  `.execute(control)
  return rows
}

/** Returns the moves that are neither confirmed nor canceled, the oldest first. */
export const listUnfinished = async (control: Db): Promise<Move[]> => {
  const { rows } = await sql<Move>`
    select ${MOVE} from organization_moves where phase not in ('confirmed', 'canceled') order by move_no
  `.execute(control)
  return rows
}

/** Returns the move of the organization that is neither confirmed nor canceled. */
export const findUnfinished = async (control: Db, orgId: string): Promise<Move | undefined> => {
  const { rows } = await sql<Move>`
    select ${MOVE} from organization_moves where org_id = ${orgId} and phase not in ('confirmed', 'canceled')
  `.execute(control)
  return rows[0]
}

export const insertMove = async (control: Db, move: Pick<Move, 'orgId' | 'from' | 'to'>): Promise<Move> => {
  const { rows } = await sql<Move>`
    insert into organization_moves (org_id, from_cell, to_cell) values (${move.orgId}, ${move.from}, ${move.to})
    returning ${MOVE}
  `.execute(control)
  return rows[0] as Move
}

export const savePhase = async (control: Db, { orgId, moveNo }: Move, phase: MovePhase): Promise<void> => {
  await sql`
    update organization_moves set phase = ${phase}, error = null, changed_at = clock_timestamp()
    where org_id = ${orgId} and move_no = ${moveNo}
  `.execute(control)
}

/** Remembers that a part was copied, so that a resumed move does not copy it again. */
export const saveCopied = async (control: Db, { orgId, moveNo }: Move, part: string, rows: number): Promise<void> => {
  await sql`
    update organization_moves set copied = copied || jsonb_build_object(${part}::text, ${rows}::bigint), changed_at = clock_timestamp()
    where org_id = ${orgId} and move_no = ${moveNo}
  `.execute(control)
}

export const saveChanges = async (
  control: Db,
  { orgId, moveNo }: Move,
  changes: number,
  verified: Move['verified'],
): Promise<void> => {
  await sql`
    update organization_moves
    set changes = changes + ${changes}, verified = coalesce(${verified && JSON.stringify(verified)}::jsonb, verified),
      changed_at = clock_timestamp()
    where org_id = ${orgId} and move_no = ${moveNo}
  `.execute(control)
}

/** Copies all tables again the next time, because the copy is not what it should be. */
export const forgetCopied = async (control: Db, { orgId, moveNo }: Move): Promise<void> => {
  await sql`
    update organization_moves set phase = 'copying', copied = '{}', verified = null where org_id = ${orgId} and move_no = ${moveNo}
  `.execute(control)
}

export const saveError = async (control: Db, { orgId, moveNo }: Move, error: unknown): Promise<void> => {
  await sql`
    update organization_moves set error = ${String((error as Error).message)}, changed_at = clock_timestamp()
    where org_id = ${orgId} and move_no = ${moveNo}
  `.execute(control)
}

export const saveReadOnly = async (control: Db, { orgId, moveNo }: Move, milliseconds: number): Promise<void> => {
  await sql`
    update organization_moves set read_only_ms = ${Math.round(milliseconds)} where org_id = ${orgId} and move_no = ${moveNo}
  `.execute(control)
}

/** Returns the cell that serves the organization. */
export const cellOf = async (control: Db, orgId: string): Promise<string> => {
  const { rows } = await sql<{ cell: string }>`select cell from organization_cells where org_id = ${orgId}`.execute(control)
  return rows[0]?.cell ?? MAIN
}

/**
 * Forbids the switch of an earlier run. One whose commit is in progress, although its connection was lost, is waited for; a run that was
 * only held up, and goes on later, finds the move taken back.
 */
export const forbidSwitch = async (control: Db, { orgId, moveNo }: Move): Promise<void> => {
  await sql`
    update organization_moves set phase = 'following'
    where org_id = ${orgId} and move_no = ${moveNo} and phase = 'switching'
  `.execute(control)
}

/**
 * Makes the other cell the one that serves the organization. This is the moment of the move: all before it can be taken back.
 * @throws Error if it was taken back meanwhile
 */
export const switchCell = (control: Db, move: Move): Promise<void> =>
  control.transaction().execute(async (trx) => {
    const { numAffectedRows } = await sql`
      update organization_moves set phase = 'switched', error = null, changed_at = clock_timestamp()
      where org_id = ${move.orgId} and move_no = ${move.moveNo} and phase = 'switching'
    `.execute(trx)
    if (numAffectedRows !== 1n) throw new Error('The move was taken back by another run meanwhile. Resume it.')
    if (move.to === MAIN) await sql`delete from organization_cells where org_id = ${move.orgId}`.execute(trx)
    else {
      await sql`
        insert into organization_cells (org_id, cell) values (${move.orgId}, ${move.to})
        on conflict (org_id) do update set cell = excluded.cell, since = now()
      `.execute(trx)
    }
  })
