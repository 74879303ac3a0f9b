"""The scene: what one seat may see at one moment, as plain data that every face draws (docs/scene.md)."""

from interpreter.scene.data import Scene
from interpreter.scene.make import happened, make_scene, scene_of, stage_of
from interpreter.scene.plain import to_plain
from interpreter.scene.preview import previewed

__all__ = ["Scene", "happened", "make_scene", "previewed", "scene_of", "stage_of", "to_plain"]
