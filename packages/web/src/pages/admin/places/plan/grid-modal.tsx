import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, NumberInput, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allPages } from '../../../../api/query.ts'
import { showNumber } from '../../../../components/format.ts'
import { FormDialog, Unsaved } from '../../../../components/unsaved.tsx'
import {
  continuedName,
  type DeskGrid,
  gridDesks,
  gridNames,
  MAX_GRID,
  NUMBERINGS,
  type Numbering,
  nextName,
} from './desk-grid.ts'
import { cornerIn, fittedGrid, outsideOf, startIn } from './grid-fit.ts'
import type { Plan, PlanDesk } from './plan-state.ts'

interface Props {
  readonly plan: Plan
  readonly levelId: string
  /** The desk that is duplicated; undefined adds desks at the given position. */
  readonly desk: (PlanDesk & { x: number; y: number }) | undefined
  readonly at: { readonly x: number; readonly y: number }
  readonly onAdd: (desks: readonly PlanDesk[]) => void
  readonly onClose: () => void
}

/** Adds desks in a row or grid. */
export const GridModal = ({ plan, levelId, desk, at, onAdd, onClose }: Props) => {
  const [zoneId, setZoneId] = useState(desk?.zoneId ?? plan.zones[0]?.zoneId ?? '')
  // Those that are inactive keep their names, and are not on the plan.
  const stored = useQuery(allPages('listPlaces', { query: { levelId } })).data?.items ?? []
  const named = [...plan.desks, ...stored]
  const [chosen, setGrid] = useState<Omit<DeskGrid, 'firstName'> & { readonly firstName?: string }>({
    columns: desk ? 4 : 1,
    rows: 1,
    spacingX: 2,
    spacingY: 2,
    numbering: 'rows',
  })
  // Until one is typed, the name follows the zone.
  const firstName = chosen.firstName ?? (desk ? continuedName(named, desk) : nextName(named, zoneId))
  const grid: DeskGrid = { ...chosen, firstName }
  const set = (changes: Partial<DeskGrid>) => setGrid({ ...chosen, ...changes })
  const zone = plan.zones.find((each) => each.zoneId === zoneId)
  const count = grid.columns * grid.rows
  const names = count <= MAX_GRID ? gridNames(grid) : []
  const outline = count <= MAX_GRID ? zone?.outline : undefined
  const others = plan.desks.flatMap(({ x, y }) => (x === null || y === null ? [] : [{ x, y }]))
  const startOf = (next: DeskGrid) => desk ?? (outline ? (startIn(outline, next, others) ?? cornerIn(outline)) : at)
  const outsideIn = (next: DeskGrid) => (outline ? outsideOf(outline, next, startOf(next), desk !== undefined) : 0)
  const outside = outsideIn(grid)
  const fitted = outside > 0 ? fittedGrid(grid, (next) => outsideIn(next) === 0) : undefined
  const first = desk ?? { ...startOf(grid), zoneId, zoneName: zone?.zoneName ?? '', rotation: 0 }
  const isNew = names.slice(desk ? 1 : 0)
  const taken = new Set(named.filter((each) => each.zoneId === first.zoneId).map(({ placeName }) => placeName))
  const double = isNew.find((name) => taken.has(name))
  const error =
    count > MAX_GRID
      ? t`At most ${MAX_GRID} desks at once.`
      : names.length === 0 || grid.firstName.trim() === ''
        ? t`Give a name with a number, such as D-1.`
        : double !== undefined
          ? t`${double} is taken in this zone.`
          : null
  const number = (label: string, name: 'columns' | 'rows' | 'spacingX' | 'spacingY', min: number, step: number) => (
    <NumberInput
      label={label}
      min={min}
      max={100}
      step={step}
      allowDecimal={step < 1}
      value={grid[name]}
      onChange={(value) => set({ [name]: Math.max(Number(value), min) })}
    />
  )
  const placeName = desk?.placeName ?? ''
  return (
    <FormDialog opened onClose={onClose} title={desk ? t`Duplicate desk ${placeName}` : t`Add desks`}>
      <Unsaved isDirty={false} />
      <Stack
        component="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (error === null && isNew.length > 0) onAdd(gridDesks(grid, first, desk !== undefined))
        }}
      >
        {desk ? (
          <Text size="sm">
            <Trans>The desk is the first of the grid.</Trans>
          </Text>
        ) : (
          <Select
            label={t`Zone`}
            data={plan.zones.map((each) => ({ value: each.zoneId, label: each.zoneName }))}
            value={zoneId}
            onChange={(value) => value && setZoneId(value)}
            allowDeselect={false}
          />
        )}
        <SimpleGrid cols={2}>
          {number(t`Desks per row`, 'columns', 1, 1)}
          {number(t({ message: 'Rows', context: 'of desks' }), 'rows', 1, 1)}
          {number(t`Distance in a row, meters`, 'spacingX', 0.5, 0.5)}
          {number(t`Distance of rows, meters`, 'spacingY', 0.5, 0.5)}
        </SimpleGrid>
        <TextInput
          label={desk ? t`Names continue from` : t`Name of the first desk`}
          value={grid.firstName}
          onChange={(event) => set({ firstName: event.currentTarget.value })}
          error={error}
        />
        <Select
          label={t`Numbering`}
          data={NUMBERINGS}
          value={grid.numbering}
          onChange={(value) => value && set({ numbering: value as Numbering })}
          allowDeselect={false}
        />
        <Text size="sm" c="dimmed" role="status">
          {error === null && isNew.length > 0 ? addsWords(isNew) : ''}
        </Text>
        {outline ? (
          <Outside
            count={outside}
            all={desk ? count - 1 : count}
            fitted={fitted}
            onFit={({ firstName: _, ...fits }) => set(fits)}
          />
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" disabled={error !== null || isNew.length === 0}>
            {plural(isNew.length, { one: 'Add # desk', other: 'Add # desks' })}
          </Button>
        </Group>
      </Stack>
    </FormDialog>
  )
}

interface OutsideProps {
  readonly count: number
  readonly all: number
  readonly fitted: DeskGrid | undefined
  readonly onFit: (grid: DeskGrid) => void
}

/** Says before they are placed how many desks would be outside their zone, and offers a grid that is inside. */
const Outside = ({ count, all, fitted, onFit }: OutsideProps) => (
  <div role="status">
    {count > 0 ? (
      <Alert
        color="orange"
        variant="outline"
        title={t`${count} of ${plural(all, { one: '# desk', other: '# desks' })} would be outside the zone`}
        styles={{ title: { color: 'var(--mantine-color-text)' } }}
      >
        {fitted ? (
          <Button size="xs" variant="default" onClick={() => onFit(fitted)}>
            {fitWords(fitted)}
          </Button>
        ) : (
          <Text size="sm">
            <Trans>So many do not fit into it. Add fewer, or draw the zone larger afterwards.</Trans>
          </Text>
        )}
      </Alert>
    ) : null}
  </div>
)

const fitWords = ({ columns, rows, spacingX, spacingY }: DeskGrid): string => {
  const [across, down] = [showNumber(spacingX), showNumber(spacingY)]
  return t`Fit them in: ${columns} × ${rows}, ${across} m and ${down} m apart`
}

const addsWords = (names: readonly string[]): string => {
  const [first, last] = [names.slice(0, 4).join(', '), names.at(-1) ?? '']
  return names.length > 4 ? t`Adds ${first}, … ${last}` : t`Adds ${first}`
}
