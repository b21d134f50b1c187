import { Button, Group, NumberInput, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'

/** The shortest way through very many rows. */
export const GoToRow = ({ count, onGo }: { count: number; onGo: (row: number) => void }) => {
  const [number, setNumber] = useState<string | number>('')
  const go = (event: FormEvent): void => {
    event.preventDefault()
    if (typeof number === 'number') onGo(Math.max(0, Math.min(count, number) - 1))
  }
  return (
    <Group component="form" gap="xs" my="xs" onSubmit={go}>
      <NumberInput
        aria-label="Go to row"
        placeholder="Row"
        size="xs"
        w={110}
        min={1}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        value={number}
        onChange={setNumber}
      />
      <Button type="submit" size="xs" variant="default">
        Go to row
      </Button>
      <Text size="xs" c="dimmed" visibleFrom="sm">
        In the table: arrow and page keys, Ctrl + Home and End, Enter for all of a row.
      </Text>
    </Group>
  )
}
