import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, ScrollArea, Table, Text, TextInput } from '@mantine/core'
import { searchText } from '@rollcall/contract'
import { useState } from 'react'
import { LANGUAGE } from '../../language/language.ts'
import { showNumber } from '../format.ts'
import { StarButton } from '../star-button.tsx'
import { DeskSymbol } from './desk-shape.tsx'
import classes from './floor-map.module.css'
import type { DrawnMark } from './floor-marks.ts'
import { type Desk, type FloorFavorites, type FloorPlace, inWords } from './floor-place.ts'

interface Props<P extends FloorPlace> {
  readonly desks: readonly Desk<P>[]
  readonly marks: ReadonlyMap<string, DrawnMark>
  readonly selectedId: string | undefined
  readonly onSelect: ((place: P) => void) | undefined
  readonly favorites: FloorFavorites<P> | undefined
  readonly label: string
  readonly height: number
  /** What the desks are searched for. */
  readonly search: string
  readonly onSearch: (search: string) => void
}

/** Rows that are shown at first and added by each "Show more". */
const STEP = 100
const { compare } = new Intl.Collator(LANGUAGE, { numeric: true })

/** The same desks as a table, for users who do not want a map. */
export const FloorList = <P extends FloorPlace>(props: Props<P>) => {
  const { desks, marks, selectedId, onSelect, favorites, label, height, search, onSearch } = props
  const [limit, setLimit] = useState(STEP)
  const wanted = searchText(search.trim())
  const found = desks
    .map(({ place }) => place)
    .filter(({ placeId }) => !favorites?.isOnly || favorites.ids.has(placeId))
    .filter((place) => searchText(`${place.placeName}\n${place.zoneName}\n${marks.get(place.placeId)?.label}`).includes(wanted))
    .sort((a, b) => compare(a.zoneName, b.zoneName) || compare(a.placeName, b.placeName))
  const count = showNumber(found.length)
  return (
    <div style={{ minHeight: height }}>
      <TextInput
        label={t`Find desks`}
        placeholder={t`Name, zone or state`}
        maw={320}
        mb="xs"
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <ScrollArea.Autosize
        mah={height - 70}
        type="auto"
        classNames={{ viewport: classes.listed as string }}
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
      >
        <Table stickyHeader verticalSpacing={4} className={classes.list}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                <Trans>Desk</Trans>
              </Table.Th>
              <Table.Th>
                <Trans>Zone</Trans>
              </Table.Th>
              <Table.Th>
                <Trans>State</Trans>
              </Table.Th>
              {favorites ? (
                <Table.Th>
                  <Trans>Favorite</Trans>
                </Table.Th>
              ) : null}
              {onSelect ? (
                <Table.Th>
                  <Trans>Choose</Trans>
                </Table.Th>
              ) : null}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.slice(0, limit).map((place) => {
              const mark = marks.get(place.placeId)
              const desk = mark ? inWords(place, mark) : ''
              return mark ? (
                <Table.Tr
                  key={place.placeId}
                  className={classes.row}
                  bg={selectedId === place.placeId ? 'var(--mantine-color-default-hover)' : undefined}
                >
                  <Table.Td className={classes.rowName}>{place.placeName}</Table.Td>
                  <Table.Td className={classes.rowZone}>{place.zoneName}</Table.Td>
                  <Table.Td className={classes.rowState}>
                    <MarkInWords mark={mark} />
                  </Table.Td>
                  {favorites ? (
                    <Table.Td className={classes.rowStar}>
                      <StarButton
                        name={place.placeName}
                        isFavorite={favorites.ids.has(place.placeId)}
                        onToggle={() => favorites.onToggle(place)}
                      />
                    </Table.Td>
                  ) : null}
                  {onSelect ? (
                    <Table.Td className={classes.rowChoose}>
                      <Button
                        size="compact-sm"
                        variant="default"
                        disabled={mark.isUnavailable === true}
                        aria-label={
                          mark.isUnavailable
                            ? t`Cannot be chosen: ${desk}`
                            : selectedId === place.placeId
                              ? t`Chosen: ${desk}`
                              : t`Choose: ${desk}`
                        }
                        aria-pressed={selectedId === place.placeId}
                        onClick={() => onSelect(place)}
                      >
                        {selectedId === place.placeId ? t`Chosen` : t`Choose`}
                      </Button>
                    </Table.Td>
                  ) : null}
                </Table.Tr>
              ) : null
            })}
          </Table.Tbody>
        </Table>
        {found.length === 0 ? (
          <Text c="dimmed" size="sm" p="sm">
            <Trans>No desks match.</Trans>
          </Text>
        ) : null}
        {found.length > limit ? (
          <Button variant="default" m="sm" onClick={() => setLimit(limit + STEP)}>
            {t`Show more of ${count} desks`}
          </Button>
        ) : null}
      </ScrollArea.Autosize>
    </div>
  )
}

const MarkInWords = ({ mark }: { mark: DrawnMark }) => (
  <Group gap={6} wrap="nowrap">
    <svg width={16} height={16} viewBox="-1.1 -1.1 2.2 2.2" aria-hidden="true" style={{ flex: 'none' }}>
      <rect x={-1} y={-1} width={2} height={2} rx={0.4} fill={mark.fill} stroke="currentColor" strokeWidth={0.12} />
      <DeskSymbol symbol={mark.symbol} size={0.65} color={mark.ink} />
    </svg>
    {mark.label}
  </Group>
)
