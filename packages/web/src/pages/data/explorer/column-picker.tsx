import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Group, Popover, ScrollArea, Stack } from '@mantine/core'
import { IconColumns } from '@tabler/icons-react'
import { useState } from 'react'

interface Props {
  readonly all: readonly string[]
  readonly shown: readonly string[]
  readonly onChange: (columns: readonly string[]) => void
}

/** Chooses the visible columns, in the order of the dataset; at least one stays visible. */
export const ColumnPicker = ({ all, shown: stored, onChange }: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  // The address changes a little later, so until the list closes each click builds on this draft.
  const [draft, setDraft] = useState<readonly string[]>()
  const shown = draft ?? stored
  const [count, total] = [shown.length, all.length]
  const setOpen = (next: boolean): void => {
    setIsOpen(next)
    setDraft(undefined)
  }
  const choose = (columns: readonly string[]): void => {
    setDraft(columns)
    onChange(columns)
  }
  const toggle = (name: string): void =>
    choose(all.filter((each) => (each === name ? !shown.includes(each) : shown.includes(each))))
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns size={16} aria-hidden />} onClick={() => setOpen(!isOpen)}>
          {count === total ? t`Columns` : t`Columns (${count} of ${total})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Columns`}>
        <ScrollArea.Autosize mah={340} type="auto">
          <Stack gap={8} pe="md">
            {all.map((name) => (
              <Checkbox
                key={name}
                size="xs"
                label={name}
                checked={shown.includes(name)}
                disabled={shown.length === 1 && shown[0] === name}
                onChange={() => toggle(name)}
              />
            ))}
          </Stack>
        </ScrollArea.Autosize>
        <Group mt="sm">
          <Button size="compact-xs" variant="default" disabled={shown.length === all.length} onClick={() => choose(all)}>
            <Trans>Show all</Trans>
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
