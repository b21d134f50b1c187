import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { DeskFigures } from '@rollcall/contract'
import { ADMINISTRATORS } from '@rollcall/contract'
import { FigureFrame } from '../../../components/chart/figure-frame.tsx'
import { TextLink } from '../../../components/links.tsx'
import { EmptyState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { breakable } from '../../../language/breaks.ts'
import { DrillLink } from '../drill/drill.tsx'
import { desksOf } from '../drill/targets.ts'
import { WithheldText } from '../figures/figures-query.tsx'
import { UTILIZATION } from './utilization.tsx'

type Zone = DeskFigures['zones'][number]
type Level = DeskFigures['levels'][number]
/** A level, or a zone on it. */
type Row = Level & Partial<Pick<Zone, 'zoneId' | 'zoneName' | 'kind'>>

const TITLE = t`Utilization by level and zone`
const KINDS: Record<Zone['kind'], string> = { individual: t`Desks`, neighborhood: t`Neighborhood` }
const kindOf = (kind: Zone['kind'] | undefined): string => (kind ? KINDS[kind] : t`Level`)

/** Each level, followed by its zones. */
const rowsOf = ({ levels, zones }: DeskFigures): Row[] =>
  levels.flatMap((level) => [level, ...zones.filter(({ levelId }) => levelId === level.levelId)])

/** The number of desks is always shown. The reason why their use is withheld is shown once for a level. */
const place = (row: Row) => {
  const { locationName, levelName, zoneName, withheld } = row
  return zoneName === undefined ? (
    <>
      <Text inherit fw={650}>
        <DrillLink target={desksOf(row)} roles={ADMINISTRATORS}>{`${locationName} · ${levelName}`}</DrillLink>
      </Text>
      {withheld ? <WithheldText withheld={withheld} /> : null}
    </>
  ) : (
    <Text span inherit pl="md">
      <DrillLink target={desksOf(row)} roles={ADMINISTRATORS}>
        {zoneName}
      </DrillLink>
    </Text>
  )
}

type Days = 'bookedDeskDays' | 'usedDeskDays' | 'deskDays' | 'measuredDeskDays'

const days = (name: string, key: Days): ListColumn<Row> => ({
  key,
  name,
  value: (row) => row[key],
  align: 'right',
})

/** Building, level and zone are separate columns in the file, and one column in the table. */
const FILE_COLUMNS: readonly ListColumn<Row>[] = [
  { key: 'locationName', name: t`Building`, value: ({ locationName }) => locationName },
  { key: 'levelName', name: t`Level`, value: ({ levelName }) => levelName },
  { key: 'zoneName', name: t`Zone`, value: ({ zoneName }) => zoneName ?? null },
]
const COLUMNS: readonly ListColumn<Row>[] = [
  {
    key: 'kind',
    isChoice: true,
    code: ({ kind }) => kind ?? 'level',
    name: t`Kind`,
    value: ({ kind }) => (kind ? KINDS[kind] : null),
    show: ({ kind }) => kindOf(kind),
    render: ({ kind }) => breakable(kindOf(kind)),
  },
  { key: 'desks', name: t`Desks`, value: ({ desks }) => desks },
  { key: 'capacity', name: t`Capacity`, value: ({ capacity }) => capacity },
  days(t`Booked days`, 'bookedDeskDays'),
  days(t`Desk days`, 'deskDays'),
  days(t`Used days`, 'usedDeskDays'),
  days(t`Desk days with presence reported`, 'measuredDeskDays'),
  UTILIZATION,
]
const TABLE_COLUMNS: readonly ListColumn<Row>[] = [
  {
    key: 'locationName',
    name: t`Level and zone`,
    value: ({ locationName, levelName, zoneName }) => zoneName ?? `${locationName} · ${levelName}`,
    render: place,
  },
  ...COLUMNS,
]

/** Level by level and zone by zone. */
export const ZoneTable = ({ figures }: { figures: DeskFigures }) => {
  const rows = rowsOf(figures)
  return (
    <FigureFrame
      title={TITLE}
      description={t`A desk day is one place on one workday. Use is known only if presence is reported: utilization is the used days as a share of the desk days on which it was.`}
    >
      {rows.length === 0 ? (
        <EmptyState title={t`No zones in this scope`} height={160}>
          <Trans>
            Groups appear here by the zones that are allocated to them. Zones and desks are added under{' '}
            <TextLink underline="always" to="/admin/places">
              Places
            </TextLink>
            .
          </Trans>
        </EmptyState>
      ) : (
        <FactTable
          id="zones"
          fileColumns={[...FILE_COLUMNS, ...COLUMNS]}
          label={TITLE}
          columns={TABLE_COLUMNS}
          rows={rows}
          rowKey={({ levelId, zoneId }) => zoneId ?? levelId}
          maxHeight={520}
          minWidth={920}
        />
      )}
    </FigureFrame>
  )
}
