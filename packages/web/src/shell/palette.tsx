import { t } from '@lingui/core/macro'
import { Combobox, Group, Kbd, Modal, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import type { OverlayProps } from './overlay.ts'
import classes from './palette.module.css'
import { type EntryGroup, isFound } from './palette-entries.ts'
import { useEntries } from './use-palette-entries.ts'

/** People are asked for once typing pauses for so long. */
const PAUSE_MS = 150

/** Finds pages, people, places and actions. */
export const Palette = ({ onClose, onShortcuts }: OverlayProps & { onShortcuts: () => void }) => {
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const listId = useId()
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose })
  const { groups, isLoading } = useEntries(asked, onShortcuts)
  const found: EntryGroup[] = groups
    .map(({ kind, title, entries }) => ({
      ...{ kind, title },
      entries: typed.trim() ? entries.filter((each) => isFound(each, typed.trim())) : entries,
    }))
    .filter(({ kind, entries }) => entries.length > 0 && kind !== (typed.trim() === '' ? 'places' : 'recent'))
  const ids = found.flatMap(({ entries }) => entries.map(({ id }) => id)).join(' ')
  // Enter opens the first one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options, not the store, decide.
  useEffect(() => void combobox.selectFirstOption(), [ids])
  const submit = (id: string): void => {
    onClose()
    found
      .flatMap(({ entries }) => entries)
      .find((each) => each.id === id)
      ?.open()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size="lg"
      yOffset="10dvh"
      attributes={{ content: { 'aria-label': t`Search` } }}
    >
      <Combobox store={combobox} onOptionSubmit={submit}>
        {/* Mantine names the list to the field only once something makes the field render again. */}
        <Combobox.EventsTarget withExpandedAttribute aria-controls={listId}>
          <TextInput
            data-autofocus
            role="combobox"
            aria-label={t`Search people, places, pages and actions`}
            placeholder={t`Search people, places, pages and actions`}
            leftSection={<IconSearch size={18} />}
            size="lg"
            variant="unstyled"
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options id={listId} aria-label={t`Found`} mah="60dvh" px="xs" pb="xs" className={classes.options}>
          {found.map(({ title, entries }) => (
            <Combobox.Group key={title} label={title}>
              {entries.map(({ id, label, detail, keys }) => (
                <Combobox.Option key={id} value={id}>
                  <div className={classes.entry}>
                    <Text size="sm" truncate>
                      {label}
                    </Text>
                    <Text size="xs" className={classes.detail} truncate>
                      {detail}
                    </Text>
                    {keys ? (
                      <Group gap={6} wrap="nowrap" visibleFrom="sm">
                        {keys.map((key) => (
                          <Kbd key={key} size="xs">
                            {key}
                          </Kbd>
                        ))}
                      </Group>
                    ) : null}
                  </div>
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
          {found.length === 0 ? (
            <Combobox.Empty>{isLoading || asked !== typed.trim() ? t`Searching …` : t`Nothing was found.`}</Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox>
    </Modal>
  )
}
