import { t } from '@lingui/core/macro'
import { Button, Checkbox, Popover, Select, Stack, Text } from '@mantine/core'
import { IconColumns3, IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Column, shown, slugOf } from './columns.ts'
import type { Order } from './sort.ts'

interface ToolProps {
  readonly label: string
  readonly icon: ReactNode
  readonly children: ReactNode
}

/** A button that opens a small form. */
const Tool = ({ label, icon, children }: ToolProps) => (
  <Popover position="bottom-end" shadow="md" trapFocus withRoles={false}>
    <Popover.Target>
      <Button size="compact-sm" variant="default" fw={500} leftSection={icon} aria-haspopup="dialog">
        {label}
      </Button>
    </Popover.Target>
    <Popover.Dropdown role="dialog" aria-label={label} mah="60dvh" style={{ overflowY: 'auto' }}>
      {children}
    </Popover.Dropdown>
  </Popover>
)

interface ColumnsProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly hidden: readonly string[]
  readonly onHidden: (hidden: readonly string[]) => void
}

/** Chooses the columns of a list. The first column names the rows, so it always stays. */
export const ColumnsTool = <Row,>({ columns, hidden, onHidden }: ColumnsProps<Row>) => {
  const choices = columns.slice(1).filter(({ isAction }) => !isAction)
  if (choices.length === 0) return null
  const slugs = choices.map(slugOf)
  return (
    <Tool label={t`Columns`} icon={<IconColumns3 size={14} aria-hidden />}>
      <Checkbox.Group
        label={t`Columns`}
        description={t`This browser remembers them.`}
        value={slugs.filter((slug) => !hidden.includes(slug))}
        onChange={(chosen) => onHidden(slugs.filter((slug) => !chosen.includes(slug)))}
      >
        <Stack gap="xs" mt="xs">
          {choices.map((column) => (
            <Checkbox key={column.name} value={slugOf(column)} label={column.name} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Tool>
  )
}

/** The number of values of a column that can be chosen from. */
const MAX_CHOICES = 40

interface FilterProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly only: Readonly<Record<string, readonly string[]>>
  readonly onOnly: (slug: string, values: readonly string[]) => void
}

/** Filters a list by the values of its columns. */
export const FilterTool = <Row,>({ columns, rows, only, onOnly }: FilterProps<Row>) => {
  const choices = columns
    .filter(({ isChoice }) => isChoice)
    .map((column) => {
      const slug = slugOf(column)
      const values = new Set([...rows.map((row) => shown(column, row)), ...(only[slug] ?? [])])
      return { name: column.name, slug, values: [...values].toSorted() }
    })
    .filter(({ values }) => values.length > 1 && values.length <= MAX_CHOICES)
  const count = Object.keys(only).length
  if (choices.length === 0) return null
  return (
    <Tool label={count === 0 ? t`Filter` : t`Filter (${count})`} icon={<IconFilter size={14} aria-hidden />}>
      <Stack gap="md">
        {choices.map(({ name, slug, values }) => (
          <Checkbox.Group key={slug} label={name} value={[...(only[slug] ?? [])]} onChange={(chosen) => onOnly(slug, chosen)}>
            <Stack gap="xs" mt="xs">
              {values.map((value) => (
                <Checkbox key={value} value={value} label={value} />
              ))}
            </Stack>
          </Checkbox.Group>
        ))}
      </Stack>
    </Tool>
  )
}

interface SortProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly order: Order | undefined
  readonly onOrder: (order: Order | undefined) => void
}

/** Sorts a list where there is no room for headings. */
export const SortTool = <Row,>({ columns, order, onOrder }: SortProps<Row>) => (
  <Select
    aria-label={t`Sort by`}
    placeholder={t`Sort by`}
    size="xs"
    hiddenFrom="sm"
    clearable
    clearButtonProps={{ 'aria-label': t`Original order`, tabIndex: 0 }}
    data={columns
      .filter(({ isSortable = true, isAction }) => isSortable && !isAction)
      .flatMap(({ name }) => [
        { value: slugOf({ name }), label: t`${name}, ascending` },
        { value: `-${slugOf({ name })}`, label: t`${name}, descending` },
      ])}
    value={order ? `${order.isDescending ? '-' : ''}${order.slug}` : null}
    onChange={(value) =>
      onOrder(value === null ? undefined : { slug: value.replace(/^-/, ''), isDescending: value.startsWith('-') })
    }
  />
)

/** How many rows of how many are shown. */
export const RowCount = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed" role="status">
    {children}
  </Text>
)
