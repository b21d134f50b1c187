import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { parseTime } from '../time/zoned-time.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** HH:MM, or the empty text for none. */
  readonly value?: string
  readonly onChange?: (time: string) => void
}

/** A time of day by a clock of 24 hours. The browser's own field follows its language, and may ask for AM or PM. */
export const TimeField = ({ value = '', onChange, onBlur, ...rest }: Props) => {
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      placeholder="HH:MM"
      inputMode="numeric"
      autoComplete="off"
      maxLength={8}
      {...rest}
      value={typed ?? value}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange?.(parseTime(currentTarget.value) ?? '')
      }}
      onBlur={(event) => {
        // What is no time stays to be corrected.
        if (typed === undefined || typed.trim() === '' || parseTime(typed)) setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
