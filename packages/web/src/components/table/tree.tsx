import { t } from '@lingui/core/macro'
import { ActionIcon, Box, Button, Group } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type ListColumn, shown } from './columns.ts'
import { linesOf, toBranches } from './hierarchy.ts'

/** How rows stand below one another. */
export interface Tree<Row> {
  /** The key of the row above; null at the top. */
  readonly parentOf: (row: Row) => string | null
  /** Names the button that shows and hides the rows below. */
  readonly foldLabel: (row: Row) => string
}

interface TreeRows<Row> {
  readonly columns: readonly ListColumn<Row>[]
  readonly rows: readonly Row[]
  /** Opens or closes all at once. */
  readonly button: ReactNode
}

/** Larger hierarchies are collapsed at first. */
const MANY = 60
/** The indentation of a row below its parent, which ends where names would have no room. */
const STEP = 18
const MAX_STEPS = 8

/** The rows as a hierarchy that folds by its first column. */
export const useTree = <Row,>(
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  tree: Tree<Row> | undefined,
): TreeRows<Row> | undefined => {
  const [isAllOpen, setAllOpen] = useState(rows.length <= MANY)
  // The rows that the user has opened or closed since.
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const [name, ...others] = columns
  if (!tree || !name) return undefined
  const isOpen = (row: Row): boolean => isAllOpen !== turned.has(rowKey(row))
  const toggle = (key: string) => {
    const next = new Set(turned)
    if (!next.delete(key)) next.add(key)
    setTurned(next)
  }
  const turnAll = () => {
    setAllOpen(!isAllOpen)
    setTurned(new Set())
  }
  const branches = toBranches(rows, { idOf: rowKey, parentOf: tree.parentOf })
  const lines = linesOf(branches, isOpen)
  const lineOf = new Map(lines.map((line) => [rowKey(line.branch.item), line]))
  const render = (row: Row) => {
    const { depth = 0, branch } = lineOf.get(rowKey(row)) ?? {}
    const hasChildren = (branch?.children.length ?? 0) > 0
    return (
      <Group gap={4} wrap="nowrap" pl={Math.min(depth, MAX_STEPS) * STEP} fw={depth === 0 ? 650 : 400}>
        {hasChildren ? (
          <Fold isOpen={isOpen(row)} label={tree.foldLabel(row)} onToggle={() => toggle(rowKey(row))} />
        ) : (
          <Box w={22} flex="none" />
        )}
        <div>{name.render?.(row) ?? shown(name, row)}</div>
      </Group>
    )
  }
  const hasLevels = branches.some(({ children }) => children.length > 0)
  return {
    columns: hasLevels ? [{ ...name, render }, ...others] : columns,
    rows: lines.map(({ branch }) => branch.item),
    button: hasLevels ? (
      <Button size="compact-sm" variant="default" onClick={turnAll}>
        {isAllOpen ? t`Collapse all` : t`Expand all`}
      </Button>
    ) : null,
  }
}

const Fold = ({ isOpen, label, onToggle }: { isOpen: boolean; label: string; onToggle: () => void }) => (
  <ActionIcon variant="subtle" color="gray" size="sm" aria-expanded={isOpen} aria-label={label} onClick={onToggle}>
    {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
  </ActionIcon>
)
