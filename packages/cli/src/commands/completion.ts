import { Argument, Command } from 'commander'
import { bashCompletion, fishCompletion, zshCompletion } from '../completion/scripts.ts'
import { listWords } from '../completion/words.ts'

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

const HELP = `
Examples, for this user and every new shell:
  $ rollcall completion bash >> ~/.bash_completion
  $ rollcall completion zsh > ~/.rollcall-completion.zsh && echo 'source ~/.rollcall-completion.zsh' >> ~/.zshrc
  $ rollcall completion fish > ~/.config/fish/completions/rollcall.fish

It completes the command \`rollcall\`. In a checkout, define alias rollcall='npx rollcall'.`

/** `rollcall completion`, generated from the command definitions. */
export const completionCommand = (program: () => Promise<Command>): Command =>
  new Command('completion')
    .description('print the script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>').choices(Object.keys(SHELLS)))
    .addHelpText('after', HELP)
    .action(async (shell: keyof typeof SHELLS) => {
      process.stdout.write(SHELLS[shell](listWords(await program())))
    })
