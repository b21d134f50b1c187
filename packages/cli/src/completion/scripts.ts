import type { Words } from './words.ts'

/** Quotes text for Bourne-like shells. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const wordsOf = ({ commands, options, values }: Words): string =>
  [...commands.map(({ word }) => word), ...values, ...options.map(({ word }) => word)].join(' ')

const keyOf = ({ path }: Words): string => path.join(' ')

/** The function shared by bash and zsh: it finds the command of the typed words and offers its completions. */
const completionFunction = (all: readonly Words[]): string => {
  const paths = all.filter(({ path }) => path.length > 0).map((words) => quoted(keyOf(words)))
  const choices = all.flatMap((words) =>
    words.choices.map(
      ({ option, values }) => `    ${quoted(`${keyOf(words)}:${option}`)}) offered=${quoted(values.join(' '))} ;;`,
    ),
  )
  const valued = all.flatMap((words) => words.valued.map((option) => quoted(`${keyOf(words)}:${option}`)))
  const words = all.map((each) => `      ${quoted(keyOf(each))}) offered=${quoted(wordsOf(each))} ;;`)
  return `_rollcall() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" at="" offered="" index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${at:+$at }\${COMP_WORDS[index]}" in
      ${paths.join('|')}) at="\${at:+$at }\${COMP_WORDS[index]}" ;;
    esac
  done
  COMPREPLY=()
  case "$at:$previous" in
${choices.join('\n')}
    ${valued.join('|')}) return ;;
    *) case "$at" in
${words.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
`
}

export const bashCompletion = (all: readonly Words[]): string =>
  `# Completion of rollcall for bash.\n${completionFunction(all)}complete -o default -F _rollcall rollcall\n`

export const zshCompletion = (all: readonly Words[]): string =>
  `# Completion of rollcall for zsh.
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
autoload -Uz bashcompinit && bashcompinit
${completionFunction(all)}complete -o default -F _rollcall rollcall
`

/** Quotes text for fish. */
const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

export const fishCompletion = (all: readonly Words[]): string => {
  const paths = all.filter(({ path }) => path.length > 0).map((words) => fishQuoted(keyOf(words)))
  const lines = all.flatMap((words) => {
    const at = `-n ${fishQuoted(`__rollcall_at "${keyOf(words)}"`)}`
    const described = ({ word, description }: { word: string; description: string }) =>
      `complete -c rollcall ${at} -f -a ${fishQuoted(word)} -d ${fishQuoted(description)}`
    const options = words.options.map(({ word, description }) => {
      const choices = words.choices.find(({ option }) => option === word)
      const value = choices ? ` -x -a ${fishQuoted(choices.values.join(' '))}` : words.valued.includes(word) ? ' -r' : ''
      return `complete -c rollcall ${at} -l ${fishQuoted(word.slice(2))}${value} -d ${fishQuoted(description)}`
    })
    return [...words.commands.map(described), ...words.values.map((word) => described({ word, description: '' })), ...options]
  })
  return `# Completion of rollcall for fish.
function __rollcall_at
  set -l at
  for word in (commandline -opc)[2..-1]
    set -l next $at $word
    if contains -- "$next" ${paths.join(' ')}
      set at $next
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`
}
