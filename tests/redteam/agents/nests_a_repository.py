"""Puts git folders and a submodule's pointer to elsewhere into its workspace."""

from pathlib import Path

from dreambench_lib.harness.redteam import Stage


def leave(stage: Stage, folder: Path) -> None:
    for name in (".GIT", "sub/.git"):
        (folder / name).mkdir(parents=True)
        (folder / name / "config").write_text("[core]\n\tworktree = /\n", encoding="utf-8")
    (folder / "module").mkdir()
    (folder / "module" / ".git").write_text(f"gitdir: {stage.folder}\n", encoding="utf-8")
    (folder / ".gitmodules").write_text('[submodule "module"]\n\turl = /\n', encoding="utf-8")
