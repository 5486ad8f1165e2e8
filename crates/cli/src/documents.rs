//! `tilewright completions` and `tilewright man`: from the same definitions as the help.

use crate::Cli;
use clap::CommandFactory;
use std::io::{self, Write};

/// The completions for a shell.
pub(crate) fn completions(shell: clap_complete::Shell, out: &mut dyn Write) -> io::Result<()> {
    // The generator panics where it cannot write, so it writes into memory.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "tilewright", &mut text);
    out.write_all(&text)
}

/// The manual page: the command, then each of its subcommands.
pub(crate) fn man(out: &mut dyn Write) -> io::Result<()> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    clap_mangen::Man::new(command.clone()).render(out)?;
    let shown = command.get_subcommands().filter(|one| !one.is_hide_set());
    for subcommand in shown {
        let page = clap_mangen::Man::new(subcommand.clone());
        let name = subcommand.get_name().to_uppercase();
        writeln!(out, ".SH \"TILEWRIGHT {name}\"")?;
        page.render_synopsis_section(out)?;
        page.render_description_section(out)?;
        page.render_options_section(out)?;
    }
    Ok(())
}
